import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import styles from './debug.module.css';

interface FileButtonProps {
  /** The name of the button for assistive technology. */
  label: string;
  accept: string;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** A button that opens a file dialog. The same file can be chosen again. */
export function DebugFileButton({ label, accept, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput
        ref={input}
        className={styles['file']}
        accept={accept}
        tabIndex={-1}
        aria-label={label}
        onFile={onFile}
      />
      <Button onClick={() => input.current?.click()}>{children}</Button>
    </>
  );
}
