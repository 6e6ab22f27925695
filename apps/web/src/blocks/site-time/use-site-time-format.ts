import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { getDateFormat } from '../../ui/i18n/formats.ts';

/**
 * Formats a day and time of the API as `Nov 28, 2026, 3:00 AM GMT+3`, in the time zone of the site: it is the same for everybody who talks
 * about it, wherever their devices are.
 */
export function useSiteTimeFormat(): (date: string) => string {
  const { i18n } = useTranslation();
  const { timezone } = useConfig().site;
  return (date) =>
    getDateFormat(i18n.language, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: timezone,
      timeZoneName: 'short',
    }).format(new Date(date));
}
