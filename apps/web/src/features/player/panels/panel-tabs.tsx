import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import styles from './panel-tabs.module.css';

const PANELS = ['feel', 'script', 'sync', 'next'] as const;
/** The panels of the player. */
export type PlayerPanel = (typeof PANELS)[number];

const PANEL_TEXTS = {
  feel: 'player.panel.feel',
  script: 'player.panel.script',
  sync: 'player.panel.sync',
  next: 'player.panel.next',
} as const;

interface PanelTabsProps {
  readonly chosen: PlayerPanel;
  readonly onChoose: (panel: PlayerPanel) => void;
  /** The id of content of the chosen panel that stands elsewhere on the page. */
  readonly owns: string | undefined;
  /** The content of the chosen panel. */
  readonly children: ReactNode;
}

/** The panels of the player, one at a time. Arrow keys, Home and End go through the tabs. */
export function PanelTabs({ chosen, onChoose, owns, children }: PanelTabsProps) {
  const { t } = useTexts();
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent) {
    const at = PANELS.indexOf(chosen);
    const places: Readonly<Record<string, number>> = {
      ...{ ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: PANELS.length - 1 },
    };
    const place = places[event.key];
    const panel = place === undefined ? undefined : PANELS[(place + PANELS.length) % PANELS.length];
    if (panel === undefined) return;
    event.preventDefault();
    onChoose(panel);
    tabs.current?.querySelector<HTMLElement>(`[data-panel="${panel}"]`)?.focus();
  }

  return (
    <>
      <div ref={tabs} className={styles['tabs']} role="tablist" aria-label={t('player.panels')} onKeyDown={move}>
        {PANELS.map((panel) => (
          <button
            key={panel}
            type="button"
            role="tab"
            id={`${id}-${panel}`}
            className={styles['tab']}
            data-panel={panel}
            aria-selected={panel === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={panel === chosen ? 0 : -1}
            onClick={() => onChoose(panel)}
          >
            {t(PANEL_TEXTS[panel])}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        className={styles['panel']}
        role="tabpanel"
        aria-labelledby={`${id}-${chosen}`}
        aria-owns={owns}
      >
        {children}
      </div>
    </>
  );
}
