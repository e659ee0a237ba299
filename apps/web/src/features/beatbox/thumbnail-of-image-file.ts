/** The largest picture of a beat, px: three times its size on the page, for the finest screens. */
const MOST = { width: 216, height: 120 };
const QUALITY = 0.85;

/**
 * Makes a small picture of an image file, as a data URL: beats are stored and exported as text.
 * Rejects for a file that the browser cannot read as an image.
 */
export async function thumbnailOfImageFile(file: Blob): Promise<string> {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, MOST.width / image.width, MOST.height / image.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is nothing to draw on');
  // A JPEG has no transparency: transparent parts would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return canvas.toDataURL('image/jpeg', QUALITY);
}
