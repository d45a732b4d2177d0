# The types of the module puppetlabs-stdlib that other modules use most, for trees without that module.
#
# What a type accepts has changed over the years. Each of these accepts all that any version of the module
# accepts under its name, so a value that is refused here is refused by the module too.

type Stdlib::Absolutepath = Variant[Stdlib::Windowspath, Stdlib::Unixpath]
type Stdlib::Unixpath = Pattern[/^\//]
type Stdlib::Windowspath = Pattern[/^(?:[a-zA-Z]:[\\\/]|[\\\/]{2})/]
type Stdlib::Filesource = Pattern[/^(?:\/|[a-zA-Z]:[\\\/]|[\\\/]{2}|(?i:https?|file|puppet):)/]
type Stdlib::Filemode = Pattern[/\A[0-7ugoarwxXst,+=-]+\z/]

type Stdlib::Base32 = Pattern[/\A[a-zA-Z2-7]+=*\z/]
type Stdlib::Base64 = Pattern[/\A[a-zA-Z0-9\/+]+=*\z/]
type Stdlib::Datasize = Pattern[/^\d+\s*[a-zA-Z]*$/]
type Stdlib::Yes_no = Pattern[/\A(?i:yes|no)\z/]
type Stdlib::CreateResources = Hash[String[1], Hash[String[1], Any]]

type Stdlib::Ensure::File = Enum['present', 'file', 'directory', 'link', 'absent']
type Stdlib::Ensure::File::Directory = Enum['directory', 'absent']
type Stdlib::Ensure::File::File = Enum['file', 'absent']
type Stdlib::Ensure::File::Link = Enum['link', 'absent']
type Stdlib::Ensure::Package = String[1]
type Stdlib::Ensure::Service = Enum['stopped', 'running']

type Stdlib::Email = Pattern[/\A[^@\s]+@[^@\s]+\z/]
type Stdlib::Fqdn = Pattern[/\A[\w.-]+\z/]
type Stdlib::Host = Variant[Stdlib::Fqdn, Stdlib::Compat::Ip_address]
type Stdlib::HTTPUrl = Pattern[/\A(?i:https?):\/\//]
type Stdlib::HTTPSUrl = Pattern[/\A(?i:https):\/\//]
type Stdlib::HttpStatus = Integer[100, 599]
type Stdlib::Http::Status = Integer[100, 599]
type Stdlib::Http::Method = Pattern[/\A[A-Z-]+\z/]
type Stdlib::ObjectStore = Variant[Stdlib::ObjectStore::GSUri, Stdlib::ObjectStore::S3Uri]
type Stdlib::ObjectStore::GSUri = Pattern[/\Ags:\/\//]
type Stdlib::ObjectStore::S3Uri = Pattern[/\As3:\/\//]

type Stdlib::IP::Address = Variant[Stdlib::IP::Address::V4, Stdlib::IP::Address::V6]
type Stdlib::IP::Address::Nosubnet = Variant[Stdlib::IP::Address::V4::Nosubnet, Stdlib::IP::Address::V6::Nosubnet]
type Stdlib::IP::Address::V4 = Variant[Stdlib::IP::Address::V4::CIDR, Stdlib::IP::Address::V4::Nosubnet]
type Stdlib::IP::Address::V4::CIDR = Pattern[/\A\d{1,3}(?:\.\d{1,3}){3}\/\d{1,2}\z/]
type Stdlib::IP::Address::V4::Nosubnet = Pattern[/\A\d{1,3}(?:\.\d{1,3}){3}\z/]
type Stdlib::IP::Address::V6 = Pattern[/\A(?=.*:)[[:xdigit:]:.]+(?:%[^\/]+)?(?:\/\d{1,3})?\z/]
type Stdlib::IP::Address::V6::CIDR = Pattern[/\A(?=.*:).+\z/]
type Stdlib::IP::Address::V6::Nosubnet = Pattern[/\A(?=.*:)[[:xdigit:]:.]+\z/]
type Stdlib::MAC = Pattern[/\A[[:xdigit:]]{2}(?:[:-][[:xdigit:]]{2})+\z/]

type Stdlib::Port = Integer[0, 65535]
type Stdlib::Port::Dynamic = Integer[49152, 65535]
type Stdlib::Port::Ephemeral = Stdlib::Port::Dynamic
type Stdlib::Port::Privileged = Integer[1, 1023]
type Stdlib::Port::Registered = Stdlib::Port::User
type Stdlib::Port::Unprivileged = Integer[1024, 65535]
type Stdlib::Port::User = Integer[1024, 49151]

type Stdlib::Syslogfacility = Enum[
  'kern', 'user', 'mail', 'daemon', 'auth', 'syslog', 'lpr', 'news', 'uucp', 'cron', 'authpriv', 'ftp', 'ntp', 'security', 'console',
  'solaris-cron', 'audit', 'alert', 'clock', 'logaudit', 'logalert', 'mark',
  'local0', 'local1', 'local2', 'local3', 'local4', 'local5', 'local6', 'local7',
]

# What older modules use on their way from the functions validate_* to types.
type Stdlib::Compat::Absolute_path = Stdlib::Absolutepath
type Stdlib::Compat::Array = Array[Any]
type Stdlib::Compat::Bool = Boolean
type Stdlib::Compat::Float = Variant[Float, Pattern[/^-?\d+\.\d+(?:[eE]-?\d+)?$/]]
type Stdlib::Compat::Hash = Hash[Any, Any]
type Stdlib::Compat::Integer = Variant[Integer, Pattern[/^-?\d+$/], Array[Variant[Integer, Pattern[/^-?\d+$/]]]]
type Stdlib::Compat::Ip_address = Pattern[/[.:]/]
type Stdlib::Compat::Ipv4 = Pattern[/\./]
type Stdlib::Compat::Ipv6 = Pattern[/:/]
type Stdlib::Compat::String = Optional[String]
