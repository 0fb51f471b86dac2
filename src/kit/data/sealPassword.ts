/** Encrypts with the server's SM2 key (C1C3C2, lowercase hex without the leading 04) when one is configured. */
export async function sealPassword(password: string): Promise<string> {
  const key = import.meta.env.VITE_SM_PUBLIC_KEY;
  if (!key) return password;
  const { sm2 } = await import('sm-crypto-v2');
  const C1C3C2 = 1;
  return sm2.doEncrypt(password, key, C1C3C2).toLowerCase();
}
