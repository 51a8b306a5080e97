import { describe, expect, it } from 'vitest';
import { hashPassword, resetToken, verifyPassword } from '../src/auth/password';

describe('hashPassword', () => {
  it('round-trips', async () => {
    const stored = await hashPassword('hunter2');
    expect(await verifyPassword('hunter2', stored)).toBe(true);
    expect(await verifyPassword('hunter3', stored)).toBe(false);
  });
});

describe('resetToken', () => {
  it('is unique', () => {
    expect(resetToken()).not.toBe(resetToken());
  });
});
