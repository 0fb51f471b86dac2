import type { StoredEvent } from '../../platform/events/dispatcher.ts';
import { type Claims, NO_CLAIMS } from './claims.ts';
import type { Visibility } from './visibility.ts';

export interface Subscriber {
  visibility: Visibility;
  /** Takes one ready frame; the same text goes to everyone who sees the same. */
  write(frame: string, seq: number): void;
}

/** Subscribers by what they see, so that a frame is made once for all who see the same. */
export class Groups {
  readonly #groups = new Map<string, Set<Subscriber>>();
  readonly #keys = new Map<Subscriber, string>();

  get size(): number {
    return this.#keys.size;
  }

  add(subscriber: Subscriber): void {
    const { key } = subscriber.visibility;
    this.#keys.set(subscriber, key);
    const group = this.#groups.get(key) ?? new Set();
    this.#groups.set(key, group.add(subscriber));
  }

  remove(subscriber: Subscriber): void {
    const key = this.#keys.get(subscriber);
    if (key === undefined) return;
    this.#keys.delete(subscriber);
    const group = this.#groups.get(key);
    group?.delete(subscriber);
    if (group?.size === 0) this.#groups.delete(key);
  }

  /** After the subscriber's visibility was replaced. */
  regroup(subscriber: Subscriber): void {
    if (this.#keys.get(subscriber) === subscriber.visibility.key) return;
    this.remove(subscriber);
    this.add(subscriber);
  }

  #claimants(): string[] {
    const people = [...this.#keys.keys()].flatMap(({ visibility: { claimant } }) => claimant ?? []);
    return [...new Set(people)].sort();
  }

  /** What their people have claimed; found out again where somebody joined meanwhile. */
  async claims(find: (people: readonly string[]) => Promise<Claims>): Promise<Claims> {
    let claims: Claims = NO_CLAIMS;
    for (let asked = '', people = this.#claimants(); people.join() !== asked; people = this.#claimants()) {
      asked = people.join();
      claims = await find(people);
    }
    return claims;
  }

  /** Gives each group the frame of what it sees, if anything. */
  tell(frameOf: (visibility: Visibility) => string | undefined, { seq }: Pick<StoredEvent, 'seq'>): void {
    for (const group of this.#groups.values()) {
      const [anyone] = group;
      const frame = anyone && frameOf(anyone.visibility);
      if (frame === undefined) continue;
      for (const subscriber of group) subscriber.write(frame, seq);
    }
  }
}
