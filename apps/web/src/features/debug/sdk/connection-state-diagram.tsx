import {
  type ConnectionEvent,
  type ConnectionState,
  connectionEvents,
  connectionStates,
  stepConnection,
} from '@tactus/sdk';
import { useTexts } from '../../../i18n/text.tsx';
import own from './sdk.module.css';

/** Size and place of each state, in the drawing's own units. */
const BOX = { width: 146, height: 44 } as const;
const PLACES: Readonly<Record<ConnectionState, { x: number; y: number }>> = {
  NOT_CONNECTING: { x: 8, y: 8 },
  CONNECTING: { x: 246, y: 8 },
  GETTING_INFO: { x: 246, y: 128 },
  SYNCING_CLOCK: { x: 8, y: 128 },
};

/** The transitions that are drawn: those that advance a connection, and those that return it to waiting. */
const ARROWS: readonly {
  from: ConnectionState;
  event: ConnectionEvent;
  path: string;
  label: { x: number; y: number };
}[] = [
  { from: 'NOT_CONNECTING', event: 'connect', path: 'M154 30H242', label: { x: 198, y: 22 } },
  { from: 'CONNECTING', event: 'deviceConnected', path: 'M340 52V124', label: { x: 346, y: 84 } },
  { from: 'GETTING_INFO', event: 'infoRead', path: 'M246 158H158', label: { x: 202, y: 174 } },
  { from: 'SYNCING_CLOCK', event: 'clockSynced', path: 'M60 128V56', label: { x: 66, y: 92 } },
  { from: 'GETTING_INFO', event: 'deviceDisconnected', path: 'M292 128V56', label: { x: 0, y: 0 } },
  { from: 'SYNCING_CLOCK', event: 'deviceDisconnected', path: 'M154 136L250 56', label: { x: 0, y: 0 } },
];

/** The specification's four states of connecting; the present one is lit. Its transitions are listed below. */
export function ConnectionStateDiagram({ state }: { state: ConnectionState }) {
  const { t } = useTexts();
  return (
    <>
      <svg className={own['machine']} viewBox="0 0 400 184" role="img" aria-label={t('debug.machine.state', { state })}>
        <defs>
          <marker id="arrow-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path className={own['head']} d="M0 0 8 4 0 8Z" />
          </marker>
        </defs>
        {ARROWS.map(({ from, event, path, label }) => (
          <g key={`${from} ${event}`}>
            <path
              className={own['arrow']}
              d={path}
              markerEnd="url(#arrow-head)"
              data-back={label.x === 0 || undefined}
            />
            {label.x > 0 && (
              <text
                className={own['event']}
                x={label.x}
                y={label.y}
                data-middle={(label.x > 190 && label.x < 210) || undefined}
              >
                {event === 'deviceConnected' ? 'connected' : event}
              </text>
            )}
          </g>
        ))}
        {connectionStates.map((one) => (
          <g key={one} className={own['node']} data-current={one === state || undefined}>
            <rect x={PLACES[one].x} y={PLACES[one].y} {...BOX} rx="12" />
            <text x={PLACES[one].x + BOX.width / 2} y={PLACES[one].y + 27}>
              {one}
            </text>
          </g>
        ))}
      </svg>
      <p className="semibold" role="status">
        {t('debug.machine.state', { state })}
      </p>
      <ul className={own['ways']} aria-label={t('debug.machine.ways')}>
        {transitionsFrom(state).map(({ event, to }) => (
          <li key={event}>
            <code>{event}</code> → <code>{to}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The events that have an effect in a state, with their target states. */
function transitionsFrom(state: ConnectionState): readonly { event: ConnectionEvent; to: ConnectionState }[] {
  return connectionEvents.flatMap((event) => {
    const { to, run } = stepConnection(state, event);
    return to === state && run.length === 0 ? [] : [{ event, to }];
  });
}
