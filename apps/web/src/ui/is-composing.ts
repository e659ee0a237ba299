/**
 * Whether a key belongs to an input method, with which a text is still composed: its Enter confirms a word and nothing else.
 * Safari ends the composition before that key, and marks it by its code alone.
 */
export function isComposing({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}
