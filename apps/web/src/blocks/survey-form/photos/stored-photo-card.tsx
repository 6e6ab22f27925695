/** A picture that the server already has. Its caption is saved at once; removing it is saved with the post. */
import { useQuery } from '@tanstack/react-query';
import { readMedia, updateMedia } from '@waypost/contract/media/media';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useCall } from '../../../api/use-call.ts';
import { PhotoCard } from './photo-card.tsx';

interface Props {
  id: number;
  label: string;
  hasCaption: boolean;
  onReplace: (file: File) => void;
  onRemove: () => void;
}

/** Loads and shows the picture. */
export function StoredPhotoCard({ id, label, hasCaption, onReplace, onRemove }: Props) {
  const { t } = useTranslation();
  const { data: media, isError } = useQuery(buildEndpointQuery(readMedia, { params: { id } }));
  const [caption, setCaption] = useState<string | null>(null);
  const save = useCall(updateMedia, { invalidates: [], whilePending: 'queue' });
  const canEditCaption = hasCaption && (media?.allowed_privileges.includes('update') ?? false);
  const note = isError
    ? t('post.photo.notShown')
    : save.error
      ? t('surveyForm.photo.captionNotSaved')
      : undefined;
  return (
    <PhotoCard
      picture={media?.thumbnail_url ?? media?.original_file_url}
      label={label}
      note={note}
      caption={canEditCaption ? (caption ?? media?.caption ?? '') : undefined}
      onCaptionChange={setCaption}
      onCaptionDone={() =>
        caption !== null &&
        caption !== (media?.caption ?? '') &&
        save.mutate({ params: { id }, body: { caption } })
      }
      onReplace={onReplace}
      onRemove={onRemove}
    />
  );
}
