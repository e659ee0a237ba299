import { useState } from 'react';
import { isComposing } from '../../ui/is-composing.ts';
import { TextField } from '../../ui/text-field.tsx';

interface NumberFieldProps {
  label: string;
  hint?: string;
  /** The error text for anything but a number within the bounds. */
  error: string;
  value: number;
  min: number;
  max: number;
  onCommit: (value: number) => void;
}

/** A field for a number. It applies when Enter is pressed or the field is left; one out of bounds does not apply. */
export function NumberField({ label, hint, error, value, min, max, onCommit }: NumberFieldProps) {
  const [draft, setDraft] = useState<string>();
  const typed = draft === undefined ? value : Number(draft.trim().replace(',', '.') || Number.NaN);
  const isRight = typed >= min && typed <= max;
  function commit() {
    if (draft === undefined || !isRight) return;
    setDraft(undefined);
    if (typed !== value) onCommit(typed);
  }
  return (
    <TextField
      label={label}
      {...(hint !== undefined && { hint })}
      inputMode="decimal"
      autoComplete="off"
      value={draft ?? String(Math.round(value * 10) / 10)}
      error={isRight ? undefined : error}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isComposing(event.nativeEvent)) commit();
      }}
    />
  );
}
