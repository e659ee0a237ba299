import type { GuestMode, ShareLimits } from '@tactus/protocol';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { LimitField, MinutesField, StrokeField } from '../../../sharing/limit-fields.tsx';
import { Select } from '../../../ui/select.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ValuedField } from '../../../ui/valued-field.tsx';
import styles from './sharing.module.css';
import {
  LINK_EXPIRY_CHOICES,
  LINK_SESSION_MINUTES_CHOICES,
  LINK_USES_CHOICES,
  LINK_VIEWERS_BOUNDS,
  type ShareTermsDraft,
  type ShareTermsEdits,
} from './terms.ts';

/** docs/sharing.md, "The owner". */
const NAME_LENGTH_MAX = 64;
const UNCHANGED = 'unchanged';
const ANY = 'any';

const MODE_WORDS: Readonly<Record<GuestMode, MessageKey>> = {
  hamp: 'mode.hamp',
  hdsp: 'mode.hdsp',
  hvp: 'mode.vibrate',
  hsp: 'mode.hsp',
};

interface TermsFormProps {
  draft: ShareTermsDraft;
  /** Called with what changes. */
  onChange: (changes: ShareTermsEdits) => void;
}

/** A form for the terms of a share link: the modes that the device can follow, and their limits. */
export function ShareTermsForm({ draft, offered, onChange }: TermsFormProps & { offered: readonly GuestMode[] }) {
  const { t, number } = useTexts();
  const { allow, limits, uses } = draft;
  const limit = (changes: NonNullable<ShareTermsEdits['limits']>) => onChange({ limits: changes });
  const minutes = [...new Set([...LINK_SESSION_MINUTES_CHOICES, limits.sessionMinutes])].sort((a, b) => a - b);
  const counts = [...new Set([...LINK_USES_CHOICES, ...(uses === null ? [] : [uses])])].sort((a, b) => a - b);
  const moves = offered.some((mode) => mode !== 'hvp' && allow.includes(mode));
  return (
    <div className={styles['form']}>
      <TextField
        label={t('sharing.name')}
        hint={t('sharing.name.hint')}
        value={draft.name}
        maxLength={NAME_LENGTH_MAX}
        autoComplete="off"
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <fieldset className={styles['modes']}>
        <legend>{t('sharing.modes')}</legend>
        {offered.map((mode) => (
          <Switch
            key={mode}
            label={t(MODE_WORDS[mode])}
            checked={allow.includes(mode)}
            onChange={(on) => onChange({ modes: { [mode]: on } })}
          />
        ))}
        {allow.length === 0 && <p className={styles['problem']}>{t('sharing.nomodes')}</p>}
      </fieldset>
      {moves && <LimitField text="sharing.speed" value={limits.speed} onChange={(speed) => limit({ speed })} />}
      {moves && (
        <StrokeField
          value={limits.stroke}
          onChange={(stroke) => onChange({ stroke: changedEnds(limits.stroke, stroke) })}
        />
      )}
      {offered.includes('hvp') && allow.includes('hvp') && (
        <LimitField text="sharing.strength" value={limits.intensity} onChange={(intensity) => limit({ intensity })} />
      )}
      <MinutesField
        value={limits.sessionMinutes}
        minutes={minutes}
        onChange={(sessionMinutes) => limit({ sessionMinutes })}
      />
      <Expiry draft={draft} onChange={onChange} />
      <Select
        label={t('sharing.uses')}
        options={[
          ...counts.map((count) => ({ value: String(count), label: t('sharing.uses.count', { count }) })),
          { value: ANY, label: t('sharing.uses.any') },
        ]}
        value={uses === null ? ANY : String(uses)}
        onChange={(value) => onChange({ uses: value === ANY ? null : Number(value) })}
      />
      <ValuedField name={t('sharing.viewers')}>
        <Stepper
          label={t('sharing.viewers')}
          decreaseLabel={t('sharing.viewers.fewer')}
          increaseLabel={t('sharing.viewers.more')}
          value={draft.viewers}
          {...LINK_VIEWERS_BOUNDS}
          valueText={number(draft.viewers)}
          onChange={(viewers) => onChange({ viewers })}
        />
      </ValuedField>
    </div>
  );
}

/** The ends of the stroke that differ by whole per cent, as they are shown. */
function changedEnds(before: ShareLimits['stroke'], { min, max }: ShareLimits['stroke']) {
  const isChanged = (one: number, other: number) => Math.round(one * 100) !== Math.round(other * 100);
  return { ...(isChanged(before.min, min) && { min }), ...(isChanged(before.max, max) && { max }) };
}

/** The end of an existing link stays unless another one is chosen. */
function Expiry({ draft, onChange }: TermsFormProps) {
  const { t } = useTexts();
  const { expiresInMs } = draft;
  return (
    <Select
      label={t('sharing.expires')}
      options={[
        ...(expiresInMs === undefined ? [{ value: UNCHANGED, label: t('sharing.expires.keep') }] : []),
        ...LINK_EXPIRY_CHOICES.map(({ ms, text }) => ({ value: String(ms), label: t(text) })),
      ]}
      value={expiresInMs === undefined ? UNCHANGED : String(expiresInMs)}
      onChange={(value) => onChange({ expiresInMs: value === UNCHANGED ? undefined : Number(value) })}
    />
  );
}
