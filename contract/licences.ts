/** A package that is delivered with the product. */
export interface LicensedPackage {
  name: string;
  version: string;
  /** As the package names it: an SPDX expression. */
  licence: string;
  /** Which of the texts; null where the package has none and only names its licence. */
  text: number | null;
}

/** Made at build time of what is installed (scripts/licences.ts). */
export interface Licences {
  packages: readonly LicensedPackage[];
  /** Each text once: many packages have the very same. */
  texts: readonly string[];
}

/** Where the client fetches them. */
export const LICENCES_PATH = 'licences.json';
