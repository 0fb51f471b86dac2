/** What a password that its person chooses must have; settings `passwordLength` and `passwordKinds`. */
export interface PasswordRules {
  minLength: number;
  /** Of lower case, upper case, digits and everything else. */
  kinds: number;
}

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{Ll}\p{Lu}\d]/u];

/** How many of the four kinds of characters a password has. */
export const kindsIn = (password: string): number => KINDS.filter((kind) => kind.test(password)).length;
