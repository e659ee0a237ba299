import { useEffect, useRef } from 'react';
import { fitCanvas, watchInk } from '../../../device-view/canvas.ts';
import { onFrames } from '../../../device-view/frames.ts';
import { drawSimulator, type SimulatorScene } from './draw-simulator.ts';
import own from './simulator.module.css';

/** The device from its side, drawn before every frame. Keep the identity of `read`. */
export function SimulatorDrawing({ read, label }: { read: () => SimulatorScene; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const { surface, release } = fitCanvas(canvas.current);
    const theme = watchInk();
    const stop = onFrames(() => {
      const on = surface();
      if (on) drawSimulator(on, theme.ink(), read());
      return on !== undefined;
    });
    return () => {
      stop();
      theme.release();
      release();
    };
  }, [read]);
  return <canvas ref={canvas} className={own['drawing']} role="img" aria-label={label} />;
}
