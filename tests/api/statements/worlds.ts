const MOST = 64;

/** Choices that exclude each other: a value that its type does not have where it is read. */
export class Impossible extends Error {}

/**
 * Takes every choice that a reading of the sources leaves, one after the other: within one reading the same choice is
 * made wherever it is met.
 */
export class Worlds {
  #choices = new Map<string, { at: number; options: readonly unknown[] }>();

  /** What `read` answers under every choice; undefined where one of the answers is, or there are too many. */
  all<T>(read: () => T | undefined): T[] | undefined {
    this.#choices = new Map();
    const answers: T[] = [];
    let worlds = 0;
    do {
      worlds += 1;
      try {
        const answer = read();
        if (answer === undefined || worlds > MOST) return undefined;
        answers.push(answer);
      } catch (error) {
        if (!(error instanceof Impossible)) throw error;
      }
    } while (this.#next());
    return answers;
  }

  #next(): boolean {
    for (const [key, choice] of [...this.#choices].toReversed()) {
      if (choice.at + 1 < choice.options.length) {
        choice.at += 1;
        return true;
      }
      this.#choices.delete(key);
    }
    return false;
  }

  /** One of `options`, the same for the same `key` until the next world. */
  choose<T>(key: string, options: readonly T[]): T | undefined {
    const made = this.#choices.get(key);
    if (!made) {
      if (options.length > 1) this.#choices.set(key, { at: 0, options });
      return options[0];
    }
    const chosen = made.options[made.at] as T;
    if (!options.includes(chosen)) throw new Impossible();
    return chosen;
  }
}
