/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Origin of the API; empty means the page's own. */
  readonly VITE_API_URL?: string;
  /** SM2 public key; when set, passwords leave the browser encrypted. */
  readonly VITE_SM_PUBLIC_KEY?: string;
}
