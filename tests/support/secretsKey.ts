/** What tests and benchmarks encrypt stored secrets with. */
export const SECRETS_KEY = '5e'.repeat(32);
