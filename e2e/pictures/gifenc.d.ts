/** The parts of gifenc that are used here; the package brings no types. */
declare module 'gifenc' {
  type Colour = readonly number[];
  interface FrameOptions {
    readonly palette?: readonly Colour[];
    readonly delay?: number;
    readonly dispose?: number;
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
  }
  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  const gifenc: {
    GIFEncoder(): Encoder;
    quantize(rgba: Uint8Array, colours: number): readonly Colour[];
    applyPalette(rgba: Uint8Array, palette: readonly Colour[]): Uint8Array;
  };
  export default gifenc;
}
