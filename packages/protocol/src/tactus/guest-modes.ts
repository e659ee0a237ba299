/** The modes that an owner may allow to guests. */
export const GUEST_MODES = ['hamp', 'hdsp', 'hvp', 'hsp'] as const;
/** A mode that an owner may allow to guests. */
export type GuestMode = (typeof GUEST_MODES)[number];
