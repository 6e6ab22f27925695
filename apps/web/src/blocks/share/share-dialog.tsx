/**
 * Shares a page: its link, the device's share sheet, links to services, and the embed code. Nothing is loaded from other
 * sites.
 */
import { Button, TextInput } from '@mantine/core';
import {
  IconBrandFacebook,
  IconBrandWhatsapp,
  IconBrandX,
  IconDeviceMobileShare,
  IconMail,
  type TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { CopyField } from './copy-field.tsx';
import { buildEmbedCode } from './embed-code.ts';
import classes from './share-dialog.module.css';

/** What to share. */
export interface ShareTarget {
  /** Name of the shared page. */
  title: string;
  /** Path and query. */
  path: string;
  /** Path of the embedded view; absent when there is none. */
  embedPath?: string;
}

/** Pixels. */
const defaultEmbedSize = { width: 800, height: 500 };
/** Limits of the size in pixels. */
const embedSizeLimits = { min: 200, max: 4000 };

const toQueryString = (values: Record<string, string>) =>
  Object.entries(values)
    // Mail programs do not decode a plus sign as a space.
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&');

/** The dialog. */
export default function ShareDialog({
  title,
  path,
  embedPath,
  onClose,
}: ShareTarget & { onClose: () => void }) {
  const { t } = useTranslation();
  const link = window.location.origin + path;
  const services: [TablerIcon, string, string][] = [
    [IconMail, t('share.email'), `mailto:?${toQueryString({ subject: title, body: `${title}\n${link}` })}`],
    [IconBrandWhatsapp, 'WhatsApp', `https://wa.me/?${toQueryString({ text: `${title} ${link}` })}`],
    [IconBrandX, 'X', `https://x.com/intent/post?${toQueryString({ text: title, url: link })}`],
    [
      IconBrandFacebook,
      'Facebook',
      `https://www.facebook.com/sharer/sharer.php?${toQueryString({ u: link })}`,
    ],
  ];
  // The promise is rejected when the user closes the share sheet: not an error.
  const share = () => void navigator.share({ title, url: link }).catch(() => undefined);
  return (
    <FormDialog title={t('share.title', { title })} size="md" onClose={onClose}>
      <div className={classes['dialog']}>
        <CopyField label={t('share.link')} text={link} />
        <div className={classes['services']}>
          {'share' in navigator && (
            <Button
              variant="default"
              leftSection={<Icon icon={IconDeviceMobileShare} size={18} />}
              onClick={share}
            >
              {t('share.device')}
            </Button>
          )}
          {services.map(([icon, name, href]) => (
            <Button
              key={name}
              component="a"
              variant="default"
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              leftSection={<Icon icon={icon} size={18} />}
            >
              {name}
            </Button>
          ))}
        </div>
        {embedPath && <EmbedSection title={title} url={window.location.origin + embedPath} />}
      </div>
    </FormDialog>
  );
}

function EmbedSection({ title, url }: { title: string; url: string }) {
  const { t } = useTranslation();
  const { site } = useConfig();
  const [sizeInput, setSizeInput] = useState({
    width: String(defaultEmbedSize.width),
    height: String(defaultEmbedSize.height),
  });
  const sizeLabel = (side: 'width' | 'height') =>
    t(side === 'width' ? 'share.embed.width' : 'share.embed.height');
  const findSizeError = (text: string, side: 'width' | 'height') =>
    /^\d+$/.test(text) && Number(text) >= embedSizeLimits.min && Number(text) <= embedSizeLimits.max
      ? undefined
      : t('share.embed.size', { ...embedSizeLimits, label: sizeLabel(side) });
  const parsePixels = (side: 'width' | 'height') =>
    findSizeError(sizeInput[side], side) === undefined ? Number(sizeInput[side]) : defaultEmbedSize[side];
  const size = { width: parsePixels('width'), height: parsePixels('height') };
  const name = site.name && site.name !== title ? `${title} – ${site.name}` : title;
  return (
    <section className={classes['embed']} aria-labelledby="share-embed">
      <h3 id="share-embed" className={classes['heading']}>
        {t('share.embed.title')}
      </h3>
      <p className={classes['hint']}>{t('share.embed.hint')}</p>
      <div className={classes['sizes']}>
        {(['width', 'height'] as const).map((side) => (
          <TextInput
            size="md"
            key={side}
            label={sizeLabel(side)}
            inputMode="numeric"
            value={sizeInput[side]}
            error={findSizeError(sizeInput[side], side)}
            onChange={({ currentTarget: { value } }) => setSizeInput({ ...sizeInput, [side]: value })}
          />
        ))}
      </div>
      <CopyField isLong label={t('share.embed.code')} text={buildEmbedCode({ url, title: name, ...size })} />
    </section>
  );
}
