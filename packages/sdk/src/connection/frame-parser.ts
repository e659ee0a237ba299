/** A frame as received. */
export interface ReceivedFrame {
  readonly name: string | undefined;
  readonly data: string;
  readonly id: string | undefined;
}

/** Carriage return and line feed may come in two pieces: one at the end waits for the next piece. */
const LINE_END = /\r\n|\n|\r(?!$)/;
const FIELD = /^([^:]*)(?:: ?(.*))?$/s;

/**
 * Returns a reader of an event stream, as the HTML standard describes its text: call it with each piece of the text. It decodes
 * comments and unknown fields to nothing; a frame without data, or one that is not complete, is dropped.
 */
export function createFrameParser(
  onFrame: (frame: ReceivedFrame) => void,
  onRetry: (retryMs: number) => void,
): (text: string) => void {
  let rest = '';
  let name: string | undefined;
  let data: string | undefined;
  let id: string | undefined;

  function endFrame(): void {
    const [frameName, frameData, frameId] = [name, data, id];
    name = data = id = undefined;
    if (frameData !== undefined) onFrame({ name: frameName || undefined, data: frameData, id: frameId });
  }

  function readField(line: string): void {
    const [, field, value = ''] = FIELD.exec(line) ?? [];
    if (field === 'event') name = value;
    if (field === 'data') data = data === undefined ? value : `${data}\n${value}`;
    if (field === 'id' && !value.includes('\0')) id = value;
    if (field === 'retry' && /^\d+$/.test(value)) onRetry(Number(value));
  }

  return (text) => {
    const lines = (rest + text).split(LINE_END);
    rest = lines.pop() ?? '';
    for (const line of lines) line === '' ? endFrame() : readField(line);
  };
}
