/**
 * @typedef {{id: string, page: string, name: string, hidden: boolean, player: boolean}} Token
 * a token as Roll20 has it; `player`: some player controls it
 * @typedef {{id: string, gone: true}} Gone a token that is on no page any more
 */

/** From the panel to Roll20's page, which is another's: by messages, each with its answer. */
export class Bridge {
  #asked = 0;
  /** @type {Map<number, (value: any) => void>} */
  #waiting = new Map();

  /**
   * @param {Pick<MessagePort, "postMessage"> & {onmessage: ((event: any) => void) | null}} port
   * @param {{turnorder(text: string): void, said(text: string): void}} heard
   */
  constructor(port, heard) {
    this.port = port;
    port.onmessage = ({ data }) => {
      if (data.event) return /** @type {any} */ (heard)[data.event](data.turnorder ?? data.text);
      this.#waiting.get(data.answer)?.(data.value);
      this.#waiting.delete(data.answer);
    };
  }

  /** @returns {Promise<{campaign: string, turnorder: string | null}>} `turnorder`: null where Roll20 has none that we know */
  hello() {
    return this.#ask("hello");
  }

  /** @param {string} expected @param {string} next @returns {Promise<{written: boolean, turnorder: string} | undefined>} nothing where Roll20 takes no such write */
  write(expected, next) {
    return this.#ask("write", { expected, next });
  }

  /** @param {string[]} ids @returns {Promise<(Token | Gone)[]>} none of a token whose page may not be loaded */
  async tokens(ids) {
    return (await this.#ask("tokens", { ids })) ?? [];
  }

  /** These tokens have an aura of this colour and no others. @param {string[]} ids @param {string} colour @returns {Promise<unknown>} */
  light(ids, colour) {
    return this.#ask("light", { ids, colour });
  }

  /** Says something in Roll20's chat. @param {string} text @returns {Promise<boolean>} whether there is a chat */
  chat(text) {
    return this.#ask("chat", { text });
  }

  /** @param {string} what @param {object} [rest] @returns {Promise<any>} */
  #ask(what, rest = {}) {
    const ask = (this.#asked += 1);
    return new Promise((resolve) => {
      this.#waiting.set(ask, resolve);
      this.port.postMessage({ ask, what, ...rest });
    });
  }
}
