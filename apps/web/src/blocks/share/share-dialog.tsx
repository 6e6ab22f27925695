/**
 * Passing something on: its link, the device's own sheet, plain links to services, and the code that shows it in another
 * site's page. Nothing is loaded from anybody.
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

export interface ShareTarget {
  /** What it is called. */
  title: string;
  /** Path and query. */
  path: string;
  /** What other sites' pages show; absent when they show nothing of it. */
  embedPath?: string;
}

/** Pixels. */
const defaultEmbedSize = { width: 800, height: 500 };
/** Below it nothing can be used; beyond it is a slip of the finger. */
const embedSizeLimits = { min: 200, max: 4000 };

const toQueryString = (values: Record<string, string>) =>
  Object.entries(values)
    // Mail programs take a plus sign for one.
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&');

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
  // Closing the device's sheet is an answer, not a fault.
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

function EmbedSection({ title, url: address }: { title: string; url: string }) {
  const { t } = useTranslation();
  const { site } = useConfig();
  const [typed, setTyped] = useState({
    width: String(defaultEmbedSize.width),
    height: String(defaultEmbedSize.height),
  });
  const fault = (text: string) =>
    /^\d+$/.test(text) && Number(text) >= embedSizeLimits.min && Number(text) <= embedSizeLimits.max
      ? undefined
      : t('share.embed.size', embedSizeLimits);
  const pixels = (text: string, usual: number) => (fault(text) === undefined ? Number(text) : usual);
  const size = {
    width: pixels(typed.width, defaultEmbedSize.width),
    height: pixels(typed.height, defaultEmbedSize.height),
  };
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
            key={side}
            label={t(side === 'width' ? 'share.embed.width' : 'share.embed.height')}
            inputMode="numeric"
            value={typed[side]}
            error={fault(typed[side])}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [side]: value })}
          />
        ))}
      </div>
      <CopyField
        isLong
        label={t('share.embed.code')}
        text={buildEmbedCode({ url: address, title: name, ...size })}
      />
    </section>
  );
}
