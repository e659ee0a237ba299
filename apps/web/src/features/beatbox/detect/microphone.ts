/** A running recording from the microphone. */
export interface MicrophoneRecording {
  /** The recording so far, as a file. */
  recorded(): Blob;
  /** Releases the microphone. */
  close(): void;
}

/** The interval at which a piece of the recording is delivered. */
const PIECE_MS = 500;

/**
 * Records from the microphone. Rejects with the browser's own error: 'NotAllowedError' without permission, 'NotFoundError'
 * without a microphone, and a TypeError where the page has no access to any (an insecure address).
 */
export async function startMicrophoneRecording(): Promise<MicrophoneRecording> {
  // These filters for telephony would remove clicks as noise.
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
