"""What is measured, and against whom. Nothing of the project knows this folder."""
