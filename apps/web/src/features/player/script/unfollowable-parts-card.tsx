import { checkScriptForDevice } from '@tactus/motion';
import { useEffect, useMemo } from 'react';
import { useDevice, useDeviceState } from '../../../device/session/device-context.tsx';
import { strokeWindowAbilityOf } from '../../../device/session/stroke-window-ability.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { formatClockTime } from '../../../ui/clock-text.ts';
import type { RecipeControl } from './recipe-control.ts';
import { withLimitStep } from './recipe-steps.ts';
import type { LoadedScript } from './script-loader.ts';

/** Whether the connected device can follow a script; undefined without a script, and for a device without a slider. */
export function useScriptCheck(script: LoadedScript | undefined) {
  useSliderSettings();
  const info = useDeviceState((state) => state.info);
  const capabilities = useDeviceState((state) => state.capabilities);
  const sliderSettings = useDeviceState((state) => state.sliderSettings);
  const minMm = useDeviceState(({ slider }) => slider.min_absolute);
  const maxMm = useDeviceState(({ slider }) => slider.max_absolute);
  const isConnected = useDeviceState((state) => state.connected);
  const slider = useDevice().store.getState().slider;
  const ability = strokeWindowAbilityOf({
    info,
    capabilities,
    sliderSettings,
    slider: { ...slider, min_absolute: minMm, max_absolute: maxMm },
  });
  const [maxSpeed, minSpeed] = [ability?.maxSpeed ?? Infinity, ability?.minSpeed ?? 0];
  const columns = script?.columns;
  // Up to a million points are checked: not again with every render.
  const check = useMemo(
    () => columns && checkScriptForDevice(columns, { maxSpeed, minSpeed }, undefined),
    [columns, maxSpeed, minSpeed],
  );
  return script && check && ability && isConnected ? { ...check, ability, script } : undefined;
}

interface UnfollowablePartsCardProps {
  readonly check: NonNullable<ReturnType<typeof useScriptCheck>>;
  readonly control: RecipeControl;
  /** Seeks to the fastest place, ms. */
  readonly onShow: (atMs: number) => void;
}

/** The parts of a script that the connected device cannot follow, shown before play; one tap adapts the script. */
export function UnfollowablePartsCard({ check, control, onShow }: UnfollowablePartsCardProps) {
  const { t, number } = useTexts();
  const { tooFast, tooSlow, fastestAtMs, fastestSpeed, ability, script } = check;
  const fit = () => {
    const recipe = withLimitStep(script.recipe, Math.floor(ability.maxSpeed), Math.floor(ability.maxAcceleration));
    void control.change(recipe);
  };
  return (
    <Card title={t('player.preFlight.title')}>
      <ul className="grid gap-6">
        {tooFast > 0 && (
          <li>
            {t('player.preFlight.tooFast', {
              count: tooFast,
              percent: number(Math.ceil((1 - ability.maxSpeed / fastestSpeed) * 100)),
            })}
          </li>
        )}
        {tooSlow > 0 && <li>{t('player.preFlight.tooSlow', { count: tooSlow })}</li>}
        {tooFast === 0 && tooSlow === 0 && <li>{t('player.preFlight.fits')}</li>}
      </ul>
      <p className="note tabular">
        {t('player.preFlight.ability', {
          speed: number(Math.round((ability.maxSpeed * ability.strokeMm) / 100)),
          stroke: number(Math.round(ability.strokeMm)),
        })}
      </p>
      {tooFast > 0 && (
        <div className="row wrap gap-8">
          <Button variant="primary" onClick={fit}>
            {t('player.preFlight.fit')}
          </Button>
          {fastestAtMs !== undefined && (
            <Button onClick={() => onShow(fastestAtMs)}>
              {t('player.preFlight.show', { time: formatClockTime(fastestAtMs) })}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

/** Reads the settings of the device, once in a connection. A device that refuses is judged by its model. */
function useSliderSettings() {
  const device = useDevice();
  const isMissing = useDeviceState(
    (state) =>
      state.connected &&
      state.infoUpdated &&
      state.sliderSettings === undefined &&
      strokeWindowAbilityOf(state) !== undefined,
  );
  useEffect(() => {
    // Without them the card still applies: it shows the limits of the model.
    if (isMissing) device.info.sliderSettings().catch(() => undefined);
  }, [device, isMissing]);
}
