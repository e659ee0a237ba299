import { type ComponentProps, useRef } from 'react';
import { Button } from './button.tsx';

interface ChooseFileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** The kinds of files that it offers, as the `accept` of an input. */
  accept: string;
  /** The name of the input behind the button. */
  label: string;
  /** Called with the chosen file. */
  onFile: (file: File) => void;
}

/** A button that opens a file picker; the same file can be chosen again after a change. */
export function ChooseFileButton({ accept, label, onFile, ...button }: ChooseFileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
