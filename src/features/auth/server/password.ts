/** better-auth's own hashing (scrypt), loaded when a password is first dealt with. */
export async function hashPassword(password: string): Promise<string> {
  const { hashPassword: hash } = await import('better-auth/crypto');
  return hash(password);
}

export async function isPassword(hash: string, password: string): Promise<boolean> {
  const { verifyPassword } = await import('better-auth/crypto');
  return verifyPassword({ hash, password });
}
