import { useEffect, useRef, useState } from 'react';
import { useSiteUrl } from '../../device/session/deployment.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconCheck, IconCopy } from '../../ui/icons.ts';
import { useNotifications } from '../../ui/notifications-context.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DEFAULT_WIDGET_APPEARANCE, isAccentColor, type WidgetAppearance } from '../../widget/appearance.ts';
import { defineTactusWidget, WIDGET_ELEMENT_NAME } from '../../widget/tactus-widget.ts';
import { widgetAttributes, widgetEmbedCode } from './snippet.ts';
import styles from './uui.module.css';

/** The options of the widget, the code for a page, and a preview of the widget. */
export function EmbeddedWidgetSetup() {
  const { t } = useTexts();
  const [appearance, setAppearance] = useState(DEFAULT_WIDGET_APPEARANCE);
  const [accent, setAccent] = useState('');
  const wrong = accent !== '' && !isAccentColor(accent.trim());
  const change = (changes: Partial<WidgetAppearance>) => setAppearance({ ...appearance, ...changes });

  function type(text: string) {
    setAccent(text);
    const colour = text.trim();
    if (colour === '' || isAccentColor(colour)) change({ accent: colour });
  }

  return (
    <div className={styles['page']}>
      <p className={styles['note']}>{t('uui.intro')}</p>
      <div className={styles['columns']}>
        <Card title={t('uui.options')}>
          <Segmented
            label={t('uui.theme')}
            options={[
              { value: 'auto', label: t('uui.theme.auto') },
              { value: 'light', label: t('uui.theme.light') },
              { value: 'dark', label: t('uui.theme.dark') },
            ]}
            value={appearance.theme}
            onChange={(theme) => change({ theme })}
          />
          <Switch
            label={t('uui.compact')}
            hint={t('uui.compact.hint')}
            checked={appearance.compact}
            onChange={(compact) => change({ compact })}
          />
          <Switch
            label={t('uui.slim')}
            hint={t('uui.slim.hint')}
            checked={appearance.slim}
            onChange={(slim) => change({ slim })}
          />
          <TextField
            label={t('uui.accent')}
            hint={t('uui.accent.hint')}
            error={wrong ? t('uui.accent.wrong') : undefined}
            value={accent}
            maxLength={24}
            autoComplete="off"
            onChange={(event) => type(event.currentTarget.value)}
          />
        </Card>
        <Card title={t('uui.example')}>
          <LiveWidget appearance={appearance} />
        </Card>
      </div>
      <Snippet appearance={appearance} />
    </div>
  );
}

/** The same element that other sites load, on this page. */
function LiveWidget({ appearance }: { appearance: WidgetAppearance }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    defineTactusWidget(window.location.origin);
    const element = document.createElement(WIDGET_ELEMENT_NAME);
    for (const [name, value] of widgetAttributes(appearance)) element.setAttribute(name, value);
    place.current?.replaceChildren(element);
    return () => element.remove();
  }, [appearance]);
  return <div ref={place} />;
}

function Snippet({ appearance }: { appearance: WidgetAppearance }) {
  const { t } = useTexts();
  const notifications = useNotifications();
  const [copied, setCopied] = useState(false);
  const code = widgetEmbedCode(useSiteUrl(), appearance);
  const Copy = copied ? IconCheck : IconCopy;

  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch {
      // Only secure contexts may copy; elsewhere the person copies the shown code.
      notifications.show({ tone: 'warning', message: t('uui.notCopied') });
    }
  }

  return (
    <Card title={t('uui.snippet')}>
      <pre className={styles['code']} lang="en">
        <code>{code}</code>
      </pre>
      <Button icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copy()} onBlur={() => setCopied(false)}>
        {t(copied ? 'sharing.copied' : 'uui.copy')}
      </Button>
    </Card>
  );
}
