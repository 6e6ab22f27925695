import type { LanguageTexts } from './texts.ts';

export const id: LanguageTexts = {
  locale: 'id_id',
  near: [
    'di dekat jembatan lama',
    'di belakang pasar',
    'di samping sekolah dasar',
    'di terminal',
    'di depan puskesmas',
    'di tepi rel kereta',
    'di seberang kantor pos',
    'di dekat lapangan bola',
  ],
  levels: ['semata kaki', 'selutut', 'sepinggang', 'di atas kepala', 'seatap rumah'],
  names: [
    'Sri Wahyuni',
    'Budi Santoso',
    'Dewi Lestari',
    'Agus Pratama',
    'Nur Aini',
    'Rizky Maulana',
    'Yohana Tampi',
  ],
  notes: [
    'Apakah ada yang memeriksa selokan {near}? Tahun lalu juga tersumbat.',
    'Tolong telepon saya soal rapat di {city}.',
    'Terima kasih, truk air sudah datang hari ini.',
  ],
  topics: {
    flood: {
      stories: [
        ['Air naik {near}', 'Air datang malam hari, kini {level} {near}. Sekitar {n} orang sudah mengungsi.'],
        [
          '{city}: jalan tergenang',
          'Selokan {near} tidak menampung hujan. Air {level} di jalan; {n} warga memindahkan barang ke lantai atas.',
        ],
        [
          'Sungai meluap {near}',
          'Sungai meluap {near}. Air {level} dan masih naik. Kami {n} orang menunggu di tempat tinggi.',
        ],
        [
          'Rumah warga terendam {near}',
          'Hujan sudah berhenti, tetapi air {near} belum surut. Masih {level} dan {n} orang tidak bisa keluar dengan mobil.',
        ],
      ],
      requests: [
        'Kami perlu air minum dan terpal.',
        'Dua lansia tidak kuat berjalan; perahu akan sangat membantu.',
        'Jalan ditutup, silakan lewat jalan atas.',
        'Sejauh kami tahu tidak ada korban.',
      ],
    },
    air: {
      stories: [
        ['Asap {near}', 'Ada yang membakar sampah {near}; asapnya tertahan di gang.'],
        ['{city}: udara pagi ini', 'Diukur {near}. Kabut terlihat di antara rumah.'],
        ['{city}: hari ini lebih cerah', 'Cerah setelah angin berubah. Diukur {near}.'],
      ],
      requests: ['Anak sekolah tetap di dalam saat istirahat.', 'Besok saya ukur lagi pada jam yang sama.'],
    },
    notice: {
      stories: [
        [
          'Kerja bakti bersih sungai {near}',
          'Kita berkumpul {near}. Sarung tangan dan kantong disediakan; bawa sepatu bot bila ada.',
        ],
        ['Posyandu keliling {city}', 'Petugas melayani {near} pukul delapan sampai empat. Imunisasi gratis.'],
        ['Air mati hari Kamis {near}', 'Pipa utama {near} diganti. Tampung air untuk satu hari.'],
      ],
      requests: ['Beri tahu tetangga yang tidak punya ponsel.', 'Informasi di kantor kelurahan.'],
    },
  },
};
