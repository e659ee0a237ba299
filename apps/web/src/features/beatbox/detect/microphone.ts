/** A recording from the microphone that goes on. */
export interface Recording {
  /** What was heard so far, as a file. */
  recorded(): Blob;
  /** Lets go of the microphone. */
  close(): void;
}

/** A piece of the recording is handed over so often. */
const PIECE_MS = 500;

/**
 * Listens to the microphone. Rejects with the browser's own error: 'NotAllowedError' where it may not, 'NotFoundError'
 * where there is none, and a TypeError where the page has no access to any (an insecure address).
 */
export async function openMicrophone(): Promise<Recording> {
  // Clicks are what those helpers of telephony take for noise.
  const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  const stream = await navigator.mediaDevices.getUserMedia({ audio });
  const pieces: Blob[] = [];
  const recorder = new MediaRecorder(stream);
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  recorder.start(PIECE_MS);
  return {
    recorded: () => new Blob(pieces, { type: recorder.mimeType }),
    close() {
      if (recorder.state !== 'inactive') recorder.stop();
      for (const track of stream.getTracks()) track.stop();
    },
  };
}
