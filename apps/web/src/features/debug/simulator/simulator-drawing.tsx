import { useCanvas } from '../../../device-view/position/use-canvas.ts';
import { drawSimulator, type SimulatorScene } from './draw-simulator.ts';
import own from './simulator.module.css';

/** The device from its side, redrawn in every frame in which it changed. */
export function SimulatorDrawing({ read, label }: { read: () => SimulatorScene; label: string }) {
  const canvas = useCanvas((surface, ink, changed) => {
    const scene = read();
    if (!changed(...Object.values(scene))) return false;
    drawSimulator(surface, ink, scene);
    return true;
  });
  return <canvas ref={canvas} className={own['drawing']} role="img" aria-label={label} />;
}
