import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { DialogWithStop } from '../../device/dock/dialog-with-stop.tsx';
import { useDoesAnyDrivenTargetMatch } from '../../device/linked/driven-devices.tsx';
import { useDeviceState } from '../../device/session/device-context.tsx';
import { hasConnectionKey } from '../../device/session/motion.ts';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { IconSearch } from '../../ui/icons.ts';
import { isComposing } from '../../ui/is-composing.ts';
import { SHARE_ENTRY } from '../routes/menu-entry.ts';
import { ROUTES } from '../routes/routes.ts';
import styles from './command-palette.module.css';
import { findCommands } from './find-commands.ts';
import { ACTIONS, type Action } from './registry.ts';

interface PaletteProps {
  onRun: (action: Action) => void;
  onClose: () => void;
}

/** Every page and every action, found by typing: arrows choose, Enter does it. */
export function CommandPalette({ onRun, onClose }: PaletteProps) {
  const { t } = useTexts();
  const list = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = findCommands(useCommands({ onRun, onClose }), typed);
  const current = Math.min(chosen, found.length - 1);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    document.getElementById(`${list}-${current}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [list, current]);

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && found.length > 0) setChosen((current + step + found.length) % found.length);
    else if (event.key === 'Enter') found[current]?.run();
    else return;
    event.preventDefault();
  }

  const field = (
    <div className={styles['field']}>
      <IconSearch size={20} aria-hidden="true" />
      <input
        ref={input}
        className={styles['input']}
        role="combobox"
        aria-label={t('action.palette')}
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? `${list}-${current}` : undefined}
        aria-autocomplete="list"
        placeholder={t('action.palette.hint')}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
    </div>
  );
  return (
    <DialogWithStop label={t('action.palette')} head={field} onClose={onClose}>
      <div id={list} role="listbox" aria-label={t('action.palette')}>
        {found.map(({ id, name, summary, icon: Icon, keys, run }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
          <div
            key={id}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={styles['row']}
            onClick={run}
          >
            {Icon !== undefined && <Icon size={20} stroke={1.75} aria-hidden="true" />}
            <span className="column grow shrink">
              <span>{name}</span>
              {summary !== undefined && <span className="note">{summary}</span>}
            </span>
            {keys.map((key) => (
              <kbd key={key} className={styles['key']}>
                {key}
              </kbd>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={styles['none']}>
        {found.length === 0 && t('action.palette.none')}
      </p>
    </DialogWithStop>
  );
}

/** Actions that can be done now, then the pages. */
function useCommands({ onRun, onClose }: PaletteProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const settings = useSetting((all) => all);
  const linked = useDeviceState(hasConnectionKey);
  const driving = useDoesAnyDrivenTargetMatch(hasConnectionKey);
  const connected = useDeviceState((state) => state.connected);
  const actions = ACTIONS.filter(
    ({ id, enabled }) => id !== 'palette' && enabled?.({ linked, connected, driving }) !== false,
  );
  const pages = ROUTES.filter(
    ({ path, opens = path, layout }) =>
      path !== '/Hvp' && !opens.includes(':') && (layout !== 'debug' || settings.developerMode),
  );
  return [
    ...actions.map((action) => ({
      id: action.id,
      name: t(action.name),
      summary: undefined,
      alias: undefined,
      icon: action.icon,
      keys: action.keys?.(settings) ?? [],
      run: () => onRun(action),
    })),
    ...pages.map(({ path, opens = path, page }) => ({
      id: path,
      name: t(page.name),
      summary: page.summary === undefined ? undefined : t(page.summary),
      alias: path.slice(1),
      icon: page.icon,
      keys: [],
      run() {
        onClose();
        void navigate({ to: opens });
      },
    })),
    {
      ...{ id: SHARE_ENTRY.name, name: t(SHARE_ENTRY.name), summary: undefined, alias: undefined, keys: [] },
      icon: SHARE_ENTRY.icon,
      run() {
        onClose();
        const { to, hash = '' } = SHARE_ENTRY;
        void navigate({ to, hash });
      },
    },
  ];
}
