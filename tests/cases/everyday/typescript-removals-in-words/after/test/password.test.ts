import { describe, expect, it } from 'vitest';
import { hashPassword, legacyHash, resetToken, verifyPassword } from '../src/auth/password';

describe('hashPassword', () => {
  it('round-trips', async () => {
    const stored = await hashPassword('hunter2');
    expect(await verifyPassword('hunter2', stored)).toBe(true);
    expect(await verifyPassword('hunter3', stored)).toBe(false);
  });
});

describe('legacyHash', () => {
  it('is stable', () => {
    expect(legacyHash('a', 'b')).toBe(legacyHash('a', 'b'));
  });

  it('depends on the salt', () => {
    expect(legacyHash('a', 'b')).not.toBe(legacyHash('a', 'c'));
  });
});

describe('resetToken', () => {
  it('is unique', () => {
    expect(resetToken()).not.toBe(resetToken());
  });
});
