/** A command that was not applied: the server's `error`, or the client's own reason. */
export class Refusal extends Error {
  /**
   * @param {string} code one of the wire's error codes
   * @param {{clause?: string, message?: string, detail?: Record<string, unknown>}} [more]
   */
  constructor(code, { clause = "", message = code, detail = {} } = {}) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.clause = clause;
    this.detail = detail;
  }
}
