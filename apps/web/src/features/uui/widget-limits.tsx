import { LimitField, MinutesField, StrokeField } from '../../sharing/limit-fields.tsx';
import { PERMISSION_MINUTES_CHOICES, type PermissionLimits } from './permission-terms.ts';

interface WidgetLimitsProps {
  limits: PermissionLimits;
  onChange: (limits: PermissionLimits) => void;
}

/** The limits of speed, stroke and duration for the site. */
export function WidgetLimits({ limits, onChange }: WidgetLimitsProps) {
  return (
    <>
      <LimitField text="sharing.speed" value={limits.speed} onChange={(speed) => onChange({ ...limits, speed })} />
      <StrokeField value={limits.stroke} onChange={(stroke) => onChange({ ...limits, stroke })} />
      <MinutesField
        value={limits.minutes}
        minutes={PERMISSION_MINUTES_CHOICES}
        onChange={(minutes) => onChange({ ...limits, minutes })}
      />
    </>
  );
}
