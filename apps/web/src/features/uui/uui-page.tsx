import { useLocation } from '@tanstack/react-router';
import { EmbeddedWidgetSetup } from './embedded-widget-setup.tsx';
import { WidgetPermission } from './widget-permission.tsx';

/** The widget for other sites: how to embed it, and the window in which it asks for permission. */
export function UuiPage() {
  const query = useLocation({ select: (location) => location.searchStr });
  const parameters = new URLSearchParams(query);
  const allow = parameters.get('allow');
  if (allow === null) return <EmbeddedWidgetSetup />;
  return <WidgetPermission allow={allow} ask={parameters.get('ask') ?? ''} />;
}
