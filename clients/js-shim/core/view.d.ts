// What a role sees, as the server sends it (see protocol/PROTOCOL.md). Absent means none.

export interface Term {
  clause: string;
  term: string;
  value?: number;
  name?: string;
  combatant?: string;
  faces?: number[];
}

export interface Entry {
  id: string;
  round: number;
  at?: number;
  pass?: number;
  slot: number;
  phase: string;
  combatant: string;
  what: string;
  label?: string;
  target?: string;
  action?: number;
  feet?: number;
  until?: { round: number; at: number };
  why?: Term[];
}

export interface Mark {
  name: string;
  rounds?: number;
  clause?: string;
  by?: string;
  against?: string[];
}

export interface Declared {
  act: string;
  name?: string;
  label?: string;
  target?: string;
  round?: number;
  cancelled?: boolean;
  lost?: boolean;
  done?: boolean;
  carried?: boolean;
  started?: boolean;
  [field: string]: unknown;
}

export interface Combatant {
  id: string;
  name: string;
  side: string;
  kind: string;
  owner?: string;
  token?: string;
  hidden?: boolean;
  able?: boolean;
  defeated?: boolean;
  dead?: boolean;
  stable?: boolean;
  surprised?: boolean;
  delaying?: boolean;
  readied?: string;
  stated?: boolean;
  fantastic?: boolean;
  faces?: number[];
  count?: number;
  initiative?: number;
  hp?: number;
  traits?: Record<string, unknown>;
  declared?: Declared[];
  marks?: Mark[];
  can?: string[];
}

export interface Prompt {
  prompt: string;
  combatants?: string[];
  for?: string[];
  clause?: string;
  dice?: { count: number; sides: number };
  [field: string]: unknown;
}

export interface View {
  table?: { id: string; name?: string };
  system?: string;
  options?: Record<string, unknown>;
  round?: number;
  phase?: string;
  at?: number;
  active?: string[];
  cursor?: { from: number; to: number };
  next?: string[];
  combatants?: Record<string, Combatant>;
  sides?: Record<string, { faces?: number[]; segment?: number }>;
  timeline?: Entry[];
  prompts?: Prompt[];
  can?: string[];
  clock?: { every: number };
  outcome?: string;
  surprise?: Record<string, number>;
  rested?: number;
}

/** One thing that happened, as the server tells it to this role. */
export interface Told {
  event: string;
  combatant?: string;
  clause?: string;
  [field: string]: unknown;
}

export interface Person {
  user: string;
  name?: string;
  role: string;
  connected: boolean;
}

// The catalogue: what each system lets one say. Forms are built from it.

export interface Field {
  type: string;
  default?: unknown;
  min?: number;
  max?: number;
  choices?: (string | number)[];
  required?: boolean;
  one_of?: string;
  clause?: string;
}

export interface System {
  options: Record<string, Field>;
  traits: Record<string, Field>;
  actions?: Record<string, { clause?: string; fields: Record<string, Field> }>;
  dice?: { count: number; sides: number; per?: string; clause?: string };
  situations?: Record<string, { value?: number }>;
  weapons?: Record<string, { speed?: number }>;
  phases?: string[];
  commands?: string[];
  surprise?: string;
  combatant_can?: string[];
}

export type Catalogue = Record<string, System>;

/** A command of the fight; `do` names it. */
export interface Command {
  do: string;
  [field: string]: unknown;
}
