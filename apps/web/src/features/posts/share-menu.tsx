/** Ways to pass a post on. Plain links and the device's own sheet: nothing is loaded from anybody. */
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconBrandFacebook,
  IconBrandWhatsapp,
  IconBrandX,
  IconDeviceMobileShare,
  IconLink,
  IconMail,
  IconShare,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Post } from '@waypost/contract/posts';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/copy-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { notify } from '../../ui/notice.tsx';

const query = (values: Record<string, string>) =>
  Object.entries(values)
    // Mail programs take a plus sign for one.
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&');

export function ShareMenu({ post }: { post: Post }) {
  const { t } = useTranslation();
  const title = post.title || t('post.untitled');
  // The post alone: whoever opens it need not share the reader's filters.
  const link = `${window.location.origin}/posts/${post.id}`;
  const services: [TablerIcon, string, string][] = [
    [IconMail, t('post.share.email'), `mailto:?${query({ subject: title, body: `${title}\n${link}` })}`],
    [IconBrandWhatsapp, 'WhatsApp', `https://wa.me/?${query({ text: `${title} ${link}` })}`],
    [IconBrandX, 'X', `https://x.com/intent/post?${query({ text: title, url: link })}`],
    [IconBrandFacebook, 'Facebook', `https://www.facebook.com/sharer/sharer.php?${query({ u: link })}`],
  ];
  const copy = async () => {
    if (await copyText(link)) notify('success', t('post.share.copied'));
    else notify('error', t('post.share.notCopied', { link }));
  };
  // Closing the device's sheet is an answer, not a fault.
  const share = () => void navigator.share({ title, url: link }).catch(() => undefined);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('post.action.share')}>
          <Icon of={IconShare} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon of={IconLink} size={18} />} onClick={() => void copy()}>
          {t('post.share.copy')}
        </Menu.Item>
        {'share' in navigator && (
          <Menu.Item leftSection={<Icon of={IconDeviceMobileShare} size={18} />} onClick={share}>
            {t('post.share.device')}
          </Menu.Item>
        )}
        {services.map(([icon, name, href]) => (
          <Menu.Item
            key={name}
            component="a"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<Icon of={icon} size={18} />}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
