import { randomBytes } from 'node:crypto';
import argon2 from 'argon2';

/** Hash a password for storage. */
export async function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, { type: argon2.argon2id });
}

/** Check a password against a stored hash. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  return argon2.verify(stored, password);
}

/** Token for the "forgot password" mail. */
export function resetToken(): string {
  return randomBytes(32).toString('base64url');
}
