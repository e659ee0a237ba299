import { Alert } from '../../ui/alert.tsx';

/** What failed, and why; nothing while there is no text. */
export function Failure({ title, text }: { title: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Alert tone="negative" title={title}>
      {text}
    </Alert>
  );
}
