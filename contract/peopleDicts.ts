import { items } from './dictItem.ts';

/** Dictionaries of people's records, organisations, notices and changes; the numbers are those of the contract's family. */
export const PEOPLE_DICTS = {
  genderEnum: items(
    ['unknown', 0, '未知', 'info'],
    ['male', 1, '男', 'info'],
    ['female', 2, '女', 'info'],
    ['notSaid', 9, '未说明', 'info'],
  ),
  cardTypeEnum: items(
    ['identityCard', 0, '身份证', 'info'],
    ['passport', 1, '护照', 'info'],
    ['birthCertificate', 2, '出生证', 'info'],
    ['homeReturnPermit', 3, '港澳台通行证', 'info'],
    ['residencePermit', 4, '外国人居留证', 'info'],
    ['businessLicence', 5, '营业执照', 'info'],
  ),
  cultureLevelEnum: items(
    ['other', 0, '其他', 'info'],
    ['illiterate', 1, '文盲', 'info'],
    ['primary', 2, '小学', 'info'],
    ['junior', 3, '初中', 'info'],
    ['senior', 4, '普通高中', 'info'],
    ['technical', 5, '技工学校', 'info'],
    ['vocational', 6, '职业教育', 'info'],
    ['vocationalSenior', 7, '职业高中', 'info'],
    ['secondary', 8, '中等专科', 'info'],
    ['college', 9, '大学专科', 'info'],
    ['bachelor', 10, '大学本科', 'info'],
    ['master', 11, '硕士研究生', 'info'],
    ['doctor', 12, '博士研究生', 'info'],
  ),
  noticeStatusEnum: items(
    ['draft', 0, '草稿', 'info'],
    ['published', 1, '已发布', 'success'],
    ['withdrawn', 2, '已撤回', 'warning'],
    // Published for a time to come; what is stored is published, and when.
    ['scheduled', 4, '定时发布', 'primary'],
  ),
  noticeAudienceEnum: items(['everybody', 0, '所有人', 'info'], ['staff', 1, '平台员工', 'info']),
  org_type: items(
    ['group', 'group', '集团', 'primary'],
    ['company', 'company', '公司', 'success'],
    ['region', 'region', '区域', 'warning'],
    ['department', 'department', '部门', 'info'],
    ['team', 'team', '小组', 'info'],
  ),
  diffType: items(
    ['add', 'add', '新增', 'success'],
    ['update', 'update', '修改', 'primary'],
    ['delete', 'delete', '删除', 'danger'],
  ),
  accountTypeEnum: items(
    ['superAdmin', 999, '超级管理员', 'danger'],
    ['sysAdmin', 888, '系统管理员', 'warning'],
    ['normal', 777, '普通账号', 'primary'],
    ['member', 666, '会员', 'info'],
  ),
  dataScopeEnum: items(
    ['all', 1, '全部数据', 'danger'],
    ['deptChild', 2, '本部门及以下', 'warning'],
    ['dept', 3, '本部门', 'primary'],
    ['self', 4, '仅本人', 'info'],
    ['define', 5, '自定义', 'success'],
  ),
};
