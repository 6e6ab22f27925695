import { categoryIcons } from '@waypost/contract/categories/category-icons';
import { useTranslation } from 'react-i18next';
import { CategoryIcon } from '../../blocks/category-icon/category-icon.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import classes from './icon-field.module.css';
import './icon-labels.ts';

interface Props {
  value: string;
  /** As typed, perhaps not a colour yet. */
  color: string;
  onChange: (icon: string) => void;
}

const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text);

/** A category's icon, out of a fixed list. keys: icon.* */
export function IconField({ value, color, onChange }: Props) {
  useLoadedTranslations();
  const { t, i18n } = useTranslation();
  // One of another client's set has only the name that it has there.
  const spoken = (icon: string) =>
    i18n.exists(`icon.${icon}`) ? t(`icon.${icon}` as never) : icon.replaceAll('-', ' ');
  const iconNames: readonly string[] = categoryIcons;
  // One of another client's set stays what it is until another is chosen.
  const icons = iconNames.includes(value) ? iconNames : [value, ...iconNames];
  return (
    <fieldset className={classes['field']}>
      <legend className={classes['legend']}>{t('categories.icon')}</legend>
      <div className={classes['icons']}>
        {icons.map((icon) => (
          <label key={icon} className={classes['choice']} title={spoken(icon)}>
            <input
              type="radio"
              name="category-icon"
              className={classes['input']}
              aria-label={spoken(icon)}
              checked={icon === value}
              onChange={() => onChange(icon)}
            />
            <CategoryIcon icon={icon} color={icon === value && isColor(color) ? color : null} size={22} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
