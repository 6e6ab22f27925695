import { ColorInput, type ColorInputProps } from '@mantine/core';
import '@mantine/core/styles/ColorInput.layer.css';
import '@mantine/core/styles/ColorPicker.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { colorPresets } from '@waypost/contract/common/scalars';
import { useTranslation } from 'react-i18next';

type Props = Pick<ColorInputProps, 'value' | 'error' | 'onChange' | 'onBlur'>;

/** The color of a survey. Loaded after the rest of the editor, since the picker is large. */
export default function SurveyColorField(props: Props) {
  const { t } = useTranslation();
  return (
    <ColorInput
      {...props}
      size="md"
      label={t('field.color')}
      description={t('survey.colorHint')}
      swatches={[...colorPresets]}
      swatchesPerRow={4}
      format="hex"
      withEyeDropper={false}
    />
  );
}
