import { randomBytes } from 'node:crypto';

/** The secret that signs a merchant's callbacks: 32 random bytes as 43 characters, always made here and never typed. */
export const newCallbackSecret = (): string => randomBytes(32).toString('base64url');
