// Keep in sync with the old PHP backend!
export const legacyPepper = process.env.LEGACY_PEPPER ?? 'jx8-112-qq';

export const legacyPepperVersion = 3;

export function describeLegacyPepper(): string {
  return `v${legacyPepperVersion} (${legacyPepper.length} characters)`;
}

// The pepper must never be logged.
export function redact(text: string): string {
  return text.split(legacyPepper).join('***');
}

// Only used in the migration of 2021.
export const legacyAccountsUntil = new Date('2021-01-01');

export default legacyPepper;
