-- What the product ships speaks the reader's language: texts as a JSON map of locale to text. Only what nobody has
-- changed since it was installed is rewritten.
update sys_config set value = texts.map, version = version + 1
from (values
  ('支付运营工作台', '{"zh-cn":"支付运营工作台","zh-tw":"支付營運工作台","en":"Payment operations workspace"}'),
  ('每一笔订单，每一分资金，尽在一个工作台。', '{"zh-cn":"每一笔订单，每一分资金，尽在一个工作台。","zh-tw":"每一筆訂單，每一分資金，盡在一個工作台。","en":"Every order and every cent in one workspace."}')
) texts (plain, map)
where code in ('sysViceTitle', 'sysViceDesc') and value = texts.plain;

update sys_role set name = texts.map, version = version + 1
from (values
  ('系统管理员', '{"zh-cn":"系统管理员","zh-tw":"系統管理員","en":"Administrators"}'),
  ('运营', '{"zh-cn":"运营","zh-tw":"營運","en":"Operators"}'),
  ('财务', '{"zh-cn":"财务","zh-tw":"財務","en":"Finance"}'),
  ('分部运营', '{"zh-cn":"分部运营","zh-tw":"分部營運","en":"Branch operators"}'),
  ('商户', '{"zh-cn":"商户","zh-tw":"商戶","en":"Merchants"}'),
  ('代理', '{"zh-cn":"代理","zh-tw":"代理","en":"Agents"}')
) texts (plain, map)
where code in ('administrator', 'operator', 'finance', 'branchOperator', 'merchant', 'agent') and name = texts.plain;

update sys_org set name = '{"zh-cn":"总部","zh-tw":"總部","en":"Head office"}', version = version + 1
where code = 'HQ' and name = '总部';

-- Each attempt to tell the merchant stands in the order's log.
insert into sys_dict_data (id, dict_type_id, code, name, label, value, tag_type, order_no)
select max(d.id) + 1, t.id, 'callback', '回调通知', '回调通知', 'callback', 'info', max(d.order_no) + 10
from sys_dict_type t join sys_dict_data d on d.dict_type_id = t.id
where t.code = 'orderEvent'
group by t.id
having bool_and(d.value <> 'callback');
