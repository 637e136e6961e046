import UserPlus from 'lucide-react/icons/user-plus';
import type { NewsWords } from '#web/news-words.ts';
import type { MemberNews } from '../news/contract.ts';

export const newsWords: NewsWords<MemberNews> = {
  icons: { 'member-joined': UserPlus },
  describe: ({ name, memberId }) => ({
    subject: name,
    detail: 'Joined the chapter',
    link: { to: '/members/$memberId', params: { memberId } },
  }),
};
