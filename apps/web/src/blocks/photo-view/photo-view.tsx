/** A picture with its caption. */

import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readMedia } from '@waypost/contract/media/media';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import classes from './photo-view.module.css';

/** Shows the picture, and enlarges it in a dialog when pressed. */
export function PhotoView({ id, label }: { id: number; label: string }) {
  const { t } = useTranslation();
  const { data: media, isError } = useQuery(buildEndpointQuery(readMedia, { params: { id } }));
  const [isLarge, setLarge] = useState(false);
  if (isError) return <span className={classes['muted']}>{t('post.photo.notShown')}</span>;
  if (!media) return <div className={classes['photo']} />;
  const { caption, original_file_url, original_width, original_height } = media;
  const alt = caption || t('post.photo.of', { label });
  return (
    <figure className={classes['figure']}>
      <UnstyledButton
        className={classes['photo']}
        aria-label={t('post.photo.enlarge', { name: alt })}
        onClick={() => setLarge(true)}
        style={{ aspectRatio: `${Math.max(1, original_width)} / ${Math.max(1, original_height)}` }}
      >
        <img src={original_file_url} alt="" loading="lazy" />
      </UnstyledButton>
      {caption && <figcaption dir="auto">{caption}</figcaption>}
      <Modal
        opened={isLarge}
        onClose={() => setLarge(false)}
        fullScreen
        title={<span dir="auto">{alt}</span>}
      >
        <img className={classes['large']} src={original_file_url} alt={alt} />
      </Modal>
    </figure>
  );
}
