import type { CanvasSurface, ThemeColors } from '../../../device-view/position/canvas-surface.ts';

/** What the simulator draws: positions and the window, shares 0..1 of the full travel. */
export interface SimulatorScene {
  readonly commanded01: number | undefined;
  readonly reported01: number | undefined;
  readonly windowMin01: number;
  readonly windowMax01: number;
}

/** The drawing is laid out in these units and fitted into the canvas. */
const WIDTH = 320;
const HEIGHT = 360;
const BODY = { x: 70, y: 14, width: 92, height: 332, round: 44 } as const;
const SLEEVE = { x: 140, width: 96, height: 86, round: 26 } as const;
const TRAVEL = { top: 36, bottom: 238 } as const;

/** Draws the device from its side: body, window, commanded position (dashed) and reported position (filled). */
export function drawSimulator(
  { context, width, height }: CanvasSurface,
  ink: ThemeColors,
  scene: SimulatorScene,
): void {
  const scale = Math.min(width / WIDTH, height / HEIGHT);
  context.clearRect(0, 0, width, height);
  context.save();
  context.translate((width - WIDTH * scale) / 2, (height - HEIGHT * scale) / 2);
  context.scale(scale, scale);

  box(context, BODY, ink.ground, ink.faint);
  context.fillStyle = ink.accent;
  context.beginPath();
  context.arc(BODY.x + 34, BODY.y + 40, 5, 0, 2 * Math.PI);
  context.fill();
  context.strokeStyle = ink.faint;
  context.beginPath();
  context.arc(BODY.x + 34, BODY.y + 268, 14, 0, 2 * Math.PI);
  context.stroke();

  const rail = SLEEVE.x + SLEEVE.width + 22;
  const middle = (share: number) => topOf(share) + SLEEVE.height / 2;
  line(context, rail, [middle(1), middle(0)], ink.window, 6);
  line(context, rail, [middle(scene.windowMax01), middle(scene.windowMin01)], ink.faint, 6);

  if (scene.reported01 !== undefined) {
    const gradient = context.createLinearGradient(0, topOf(1), 0, topOf(0) + SLEEVE.height);
    gradient.addColorStop(0, ink.accent2);
    gradient.addColorStop(1, ink.accent);
    box(context, { ...SLEEVE, y: topOf(scene.reported01) }, gradient, 'transparent');
  }
  if (scene.commanded01 !== undefined) {
    context.setLineDash([7, 6]);
    context.lineWidth = 2.5;
    box(context, { ...SLEEVE, y: topOf(scene.commanded01) }, 'transparent', ink.text);
    context.setLineDash([]);
  }
  context.restore();
}

const topOf = (share: number): number => TRAVEL.bottom - Math.min(1, Math.max(0, share)) * (TRAVEL.bottom - TRAVEL.top);

function box(
  context: CanvasRenderingContext2D,
  at: { x: number; y: number; width: number; height: number; round: number },
  fill: string | CanvasGradient,
  edge: string,
): void {
  context.beginPath();
  context.roundRect(at.x, at.y, at.width, at.height, at.round);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = edge;
  context.stroke();
}

function line(
  context: CanvasRenderingContext2D,
  x: number,
  [from, to]: readonly [number, number],
  ink: string,
  thick: number,
): void {
  context.save();
  context.lineCap = 'round';
  context.lineWidth = thick;
  context.strokeStyle = ink;
  context.beginPath();
  context.moveTo(x, from);
  context.lineTo(x, to);
  context.stroke();
  context.restore();
}
