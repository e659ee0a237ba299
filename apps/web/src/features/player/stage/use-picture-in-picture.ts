import { useEffect, useState } from 'react';

/** Whether the picture is in a window of its own, and the switch; missing where the browser has no such windows. */
export function usePictureInPicture(
  tag: HTMLMediaElement | null,
): { readonly isOut: boolean; readonly toggle: () => void } | undefined {
  const [isOut, setOut] = useState(false);
  const video = tag instanceof HTMLVideoElement && document.pictureInPictureEnabled ? tag : undefined;
  useEffect(() => {
    if (video === undefined) return;
    const read = () => setOut(document.pictureInPictureElement === video);
    read();
    video.addEventListener('enterpictureinpicture', read);
    video.addEventListener('leavepictureinpicture', read);
    return () => {
      video.removeEventListener('enterpictureinpicture', read);
      video.removeEventListener('leavepictureinpicture', read);
    };
  }, [video]);
  if (video === undefined) return undefined;
  return {
    isOut,
    toggle() {
      const change = isOut ? document.exitPictureInPicture() : video.requestPictureInPicture();
      // Refused, as for a film without pictures: it stays where it is.
      change.catch(() => undefined);
    },
  };
}
