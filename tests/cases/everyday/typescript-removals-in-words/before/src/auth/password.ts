import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import argon2 from 'argon2';
import { legacyPepper } from './legacyPepper';

/** Hash a password for storage. */
export async function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, { type: argon2.argon2id });
}

/**
 * Old SHA-256 scheme, only used by accounts from before 2021.
 */
export function legacyHash(password: string, salt: string): string {
  return createHash('sha256')
    .update(salt + password + legacyPepper)
    .digest('hex');
}

/** Check a password against a stored hash. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  if (stored.startsWith('sha256:')) {
    const [, salt, digest] = stored.split(':');
    return timingSafeEqual(Buffer.from(legacyHash(password, salt)), Buffer.from(digest));
  }
  return argon2.verify(stored, password);
}

/** Token for the "forgot password" mail. */
export function resetToken(): string {
  return randomBytes(32).toString('base64url');
}
