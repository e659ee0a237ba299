import type { ComponentProps } from 'react';

interface FileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  /** Called with the chosen file. */
  onFile: (file: File) => void;
}

/** The input behind a button that chooses a file; the same file can be chosen again after a change. */
export function FileInput({ onFile, ...rest }: FileInputProps) {
  return (
    <input
      {...rest}
      type="file"
      onChange={(event) => {
        const [file] = event.currentTarget.files ?? [];
        event.currentTarget.value = '';
        if (file !== undefined) onFile(file);
      }}
    />
  );
}
