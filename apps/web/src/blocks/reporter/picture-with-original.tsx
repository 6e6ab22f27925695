/** A covered picture, and in its place the original for those who may look at it. Each look is in the audit log. */
import './reporter-labels.ts';
import { viewOriginalPicture } from '@waypost/contract/review/personal-data';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { LookButton } from './look-button.tsx';
import classes from './reporter-identity.module.css';

interface Props {
  id: number;
  /** Of the covered picture. */
  url: string;
  alt: string;
  className: string;
}

export default function PictureWithOriginal({ id, url, alt, className }: Props) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const view = useCall(viewOriginalPicture);
  const original = view.data && `data:${view.data.mime};base64,${view.data.data}`;
  return (
    <>
      <img className={className} src={original ?? url} alt={alt} />
      <div className={classes['original']} aria-live="polite">
        <p>{t(original ? 'reporter.original.caption' : 'reporter.original.hint')}</p>
        {!original && (
          <LookButton
            label={t('reporter.original.show')}
            dialogTitle={t('reporter.original.title')}
            onLook={async (body) => {
              await view.mutateAsync({ params: { id }, body: body ?? {} });
            }}
            isBusy={view.isPending}
          />
        )}
      </div>
    </>
  );
}
